/**
 * Where node finds `name` when a package installed at `from` asks for it; null when nowhere.
 * @param {Readonly<Record<string, unknown>>} packages of package-lock.json, by their places
 * @param {string} from
 * @param {string} name
 */
export function installedFor(packages, from, name) {
  for (let folder = from; ; ) {
    const place = `${folder ? `${folder}/` : ""}node_modules/${name}`;
    if (packages[place]) return place;
    if (!folder) return null;
    const cut = folder.lastIndexOf("/node_modules/");
    folder = cut < 0 ? "" : folder.slice(0, cut);
  }
}
