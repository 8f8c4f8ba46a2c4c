import type { ReactNode } from "react";
import { Link } from "react-router";
import { pages } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import { pageMeta } from "../../../ui/meta.ts";
import type { Route } from "./+types/route";
import classes from "./asset-guide.module.css";

const TITLE = HEADINGS.assetGuide;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, TITLE, {
    url: pages.assetGuide(),
    description: "How to get pictures, sounds and 3D models out of your own copy of the game, step by step.",
  });

/** A link that leads away from the site. */
function Out({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} rel="noopener">
      {children}
    </a>
  );
}

/** The steps: what leads to each, its heading, and what it says. */
const PARTS = [
  {
    id: "before",
    heading: "Before you begin",
    body: (
      <ul>
        <li>
          A copy of Bloons TD 6 for Windows or macOS, from Steam for instance. On a phone the files are much
          harder to reach.
        </li>
        <li>Several gigabytes of free disk space: the extracted files are larger than the game.</li>
        <li>
          Whatever you extract still belongs to Ninja Kiwi. Use it in the community's spirit, for videos,
          guides and fan works; do not sell it, and do not pass on the game itself. This site carries none of
          it.
        </li>
      </ul>
    ),
  },
  {
    id: "folder",
    heading: "Find the game's files",
    body: (
      <ol>
        <li>
          In Steam, right-click Bloons TD 6 in your library and choose <em>Manage</em>, then{" "}
          <em>Browse local files</em>. The folder that opens holds the game.
        </li>
        <li>
          In it is a folder whose name ends in <code>_Data</code>. All assets are inside; remember where it
          is. On a Mac they are inside the application: choose <em>Show Package Contents</em> first.
        </li>
        <li>Close the game before you go on, so that nothing else has its files open.</li>
      </ol>
    ),
  },
  {
    id: "rip",
    heading: "Pictures and sounds with AssetRipper",
    body: (
      <>
        <ol>
          <li>
            Get <Out to="https://github.com/AssetRipper/AssetRipper">AssetRipper</Out> from its{" "}
            <Out to="https://github.com/AssetRipper/AssetRipper/releases/latest">latest release</Out>: the
            archive for your system, <code>x64</code> for most computers. Unpack it into a folder of its own.
          </li>
          <li>
            Start it. A small window with messages opens, and then AssetRipper's page in your browser. Leave
            the window open while you work: it is what does the work.
          </li>
          <li>
            In the menu choose <em>File</em>, then <em>Open Folder</em>, and pick the <code>_Data</code>{" "}
            folder from above. Reading everything takes some minutes and a good deal of memory.
          </li>
          <li>
            Look around: collections list their assets, and each asset has a page of its own. Pictures can be
            seen and sounds can be heard there, and both can be saved one by one.
          </li>
          <li>
            To get many at once, open the <em>Export</em> menu. Exporting the primary content gives files that
            other programs can open: pictures as PNG, sounds as audio files. Choose an empty folder for it.
          </li>
        </ol>
        <p>
          Pictures of upgrades and portraits are often packed into larger sheets. If you find only the sheet,
          look for the sprite of that name: it is the part that was cut out.
        </p>
      </>
    ),
  },
  {
    id: "unity",
    heading: "Models, first part: a Unity project",
    body: (
      <>
        <p>
          A tower's model is more than a shape: bones, materials and animations belong to it. Only the engine
          that the game was made with, Unity, puts them all together again.
        </p>
        <ol>
          <li>In AssetRipper, export again, this time as a Unity project, into another empty folder.</li>
          <li>
            Find out which version of Unity the project needs. It is in the file{" "}
            <code>ProjectSettings/ProjectVersion.txt</code> of what you exported.
          </li>
          <li>
            Install <Out to="https://unity.com/download">Unity Hub</Out>, and with it that very version of the
            Unity Editor. Older ones are in Unity's{" "}
            <Out to="https://unity.com/releases/editor/archive">download archive</Out>. A free personal
            licence is enough.
          </li>
          <li>
            In Unity Hub choose to add a project from disk, pick the exported project and open it. The first
            time takes long, since every asset is imported. Errors about scripts are to be expected, the
            game's code does not come along; should the editor ask, ignore them rather than enter Safe Mode.
          </li>
        </ol>
      </>
    ),
  },
  {
    id: "fbx",
    heading: "Models, second part: FBX files",
    body: (
      <ol>
        <li>
          In the editor open <em>Window</em>, then <em>Package Manager</em>, choose the packages of the Unity
          Registry, and install{" "}
          <Out to="https://docs.unity3d.com/Packages/com.unity.formats.fbx@latest">FBX Exporter</Out> (
          <code>com.unity.formats.fbx</code>).
        </li>
        <li>
          Search the project for the tower's name, narrowed to prefabs (<code>t:Prefab</code>), and drag the
          prefab you want into the scene.
        </li>
        <li>
          Select it in the hierarchy and choose <em>GameObject</em>, then <em>Export To FBX</em>. Give it a
          name and a place. Include animations if the dialog offers them and you want them.
        </li>
        <li>
          The FBX file opens in most 3D programs, in <Out to="https://www.blender.org">Blender</Out> for
          instance by <em>File</em>, <em>Import</em>, <em>FBX</em>. If the model arrives grey, assign the
          texture by hand: it is the picture of the same name among those you exported.
        </li>
      </ol>
    ),
  },
  {
    id: "trouble",
    heading: "When something does not work",
    body: (
      <dl>
        <dt>AssetRipper stops, or lists hardly anything</dt>
        <dd>
          Take its newest release: each large update of the game may need one. Then check that you opened the
          whole <code>_Data</code> folder and not one of those inside it.
        </dd>
        <dt>The computer runs out of memory</dt>
        <dd>Close other programs, or open only the part of the data folder in which the assets are.</dd>
        <dt>Everything in Unity is pink</dt>
        <dd>
          The shaders could not be brought back. Shapes and textures are fine; give the materials one of
          Unity's standard shaders, or go on to the FBX file.
        </dd>
        <dt>Anything else</dt>
        <dd>
          Ask on the chat server: the link is on the <Link to={pages.home()}>home page</Link>.
        </dd>
      </dl>
    ),
  },
];

/** A guide in our own words; the tools keep their official names. */
export default function AssetGuidePage() {
  return (
    <article className={classes.guide}>
      <h1>{TITLE}</h1>
      <p>
        Thumbnails, spreadsheets and videos look better with the game's own pictures. This guide shows how to
        get them, its sounds and its 3D models out of the copy of Bloons TD 6 on your computer. Pictures and
        sounds need one tool; models need two more.
      </p>
      <nav aria-label="Steps">
        <ol>
          {PARTS.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>

      {PARTS.map(({ id, heading, body }) => (
        <section key={id}>
          <h2 id={id}>{heading}</h2>
          {body}
        </section>
      ))}
    </article>
  );
}
