import type { z } from "zod";
import type { Problem, Problems } from "../messages/index.ts";

/** Returns the schema issue that refuses one field, by its wire name. Zod passes `params` through unchanged. */
export const issueOf = (name: string, problem: Problem) => ({
  code: "custom" as const,
  path: [name],
  params: { problem },
});

/** Returns each field's first problem, from a schema that refuses only by `issueOf`. */
export function problemsOf(error: z.ZodError): Problems {
  const problems: Record<string, Problem> = {};
  for (const issue of error.issues)
    if (issue.code === "custom") problems[String(issue.path[0])] ??= issue.params?.problem as Problem;
  return problems;
}
