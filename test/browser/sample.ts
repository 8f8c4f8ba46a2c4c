import type { APIRequestContext } from "@playwright/test";

/** A row of /fetch-2tc. */
export interface PairRow {
  readonly tower1: string;
  readonly tower2: string;
  readonly map: string;
  readonly person: string;
  readonly upgrade1: string;
  readonly upgrade2: string;
  readonly version: string;
  readonly date: string;
  readonly link: string | null;
  readonly notes: string;
  readonly og: boolean;
  readonly pending: string | null;
  readonly filekey: string;
}

/** Returns the query that names a pair on a map. */
export const keyOf = ({ tower1, tower2, map }: PairRow): string =>
  new URLSearchParams({ tower1, tower2, map }).toString();

/** Returns the content types of a row's attachments. */
async function attachmentTypes(request: APIRequestContext, { filekey }: PairRow): Promise<string[]> {
  const { files } = await (await request.get(`/list-attachments?key=${filekey}`)).json();
  return await Promise.all(
    files.map(async (key: string) => (await request.head(`/media/${key}`)).headers()["content-type"] ?? ""),
  );
}

/** Finds the sample's first 2TC that meets a condition. */
export async function findPair(
  request: APIRequestContext,
  query: string,
  wanted: (row: PairRow, attachments: readonly string[]) => boolean,
): Promise<PairRow> {
  const { results } = await (await request.get(`/fetch-2tc?count=100&names=game&${query}`)).json();
  for (const row of results) if (wanted(row, await attachmentTypes(request, row))) return row;
  throw new Error("no 2TC of the sample is like that");
}
