import type { z } from "zod";
import type { Problem, Problems } from "../messages/index.ts";

/** A schema's refusal of one field, by its wire name. Zod keeps `params` as they are. */
export const issueOf = (name: string, problem: Problem) => ({
  code: "custom" as const,
  path: [name],
  params: { problem },
});

/** Each field's first problem, of a schema that refuses by `issueOf` alone. */
export function problemsOf(error: z.ZodError): Problems {
  const problems: Record<string, Problem> = {};
  for (const issue of error.issues)
    if (issue.code === "custom") problems[String(issue.path[0])] ??= issue.params?.problem as Problem;
  return problems;
}
