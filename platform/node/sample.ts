import { join } from "node:path";
import { folderOfFiles } from "./moving-out/folder.ts";

/** The files of the sample (docs/architecture.md). */
export const SAMPLE = folderOfFiles(join(import.meta.dirname, "../../sample"));
