// oidc-provider warns at each start of a Node whose release has no LTS name. 26 is the LTS line, but 26.10 was built before
// it got its name. Imported before that package.
if (typeof process !== "undefined" && process.release?.name === "node") process.release.lts ??= "LTS";
