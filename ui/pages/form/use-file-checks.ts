import { useEffect, useState } from "react";
import { useSite } from "../../use-site.ts";
import { checkFile, type FileCheck } from "./check-file.ts";

/** What was found out about each chosen file. A file that is still being checked has no entry. */
export type FileChecks = ReadonlyMap<File, FileCheck>;

export function useFileChecks(files: readonly File[]): FileChecks {
  const { uploads } = useSite();
  const [checks, setChecks] = useState<FileChecks>(new Map());
  useEffect(() => {
    let isCurrent = true;
    for (const file of files) {
      if (checks.has(file)) continue;
      // A file that was removed after it was chosen cannot be read; sending it will say so.
      checkFile(file, uploads).then(
        (check) => isCurrent && setChecks((all) => new Map(all).set(file, check)),
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [files, checks, uploads]);
  return checks;
}
