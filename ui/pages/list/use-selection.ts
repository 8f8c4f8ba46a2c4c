import { useCallback, useEffect, useMemo, useState } from "react";
import { useRevalidator } from "react-router";
import type { VerifiedAnswer } from "../../../contract/completions.ts";
import type { WireRow } from "../../../derive/row.ts";
import { api } from "../../../routes.ts";
import { useSignIn } from "../../sign-in/state.ts";
import { useApi } from "../../sign-in/use-api.ts";
import { besides, VERIFIED_MEANWHILE } from "../../verified.ts";
import type { ListPageData } from "./load.server.ts";

/** The rows of a list as somebody signed in sees them. */
export interface Selection {
  /** Filekeys. */
  readonly selected: ReadonlySet<string>;
  /** How many of them a helper has yet to verify. */
  readonly waiting: number;
  readonly isHelper: boolean;
  readonly isBusy: boolean;
  /** Helpers any row, members their own pending ones (SPEC section 6, "Row owner"). */
  mayChange(row: WireRow): boolean;
  select(filekeys: readonly string[], isSelected: boolean): void;
  deleteSelected(): Promise<void>;
  verifySelected(): Promise<void>;
}

/** What can be selected on a page of the list and what to do with it; null while nobody is signed in. */
export function useSelection({ challenge }: ListPageData, rows: readonly WireRow[]): Selection | null {
  const { isAuthenticated, user } = useSignIn();
  const { post } = useApi();
  const { revalidate } = useRevalidator();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const { key, label } = challenge;

  // Another page of the list has other rows.
  const shown = rows.map(({ filekey }) => String(filekey)).join(" ");
  useEffect(() => {
    const there = new Set(shown.split(" "));
    setSelected((before) => new Set([...before].filter((filekey) => there.has(filekey))));
  }, [shown]);

  const isHelper = user?.isHelper === true;
  const id = user?.id;
  const mayChange = useCallback(
    (row: WireRow) => isHelper || (id !== undefined && row.pending === id),
    [isHelper, id],
  );
  const select = useCallback((filekeys: readonly string[], isSelected: boolean) => {
    setSelected((before) => {
      const next = new Set(before);
      for (const filekey of filekeys) {
        if (isSelected) next.add(filekey);
        else next.delete(filekey);
      }
      return next;
    });
  }, []);

  /** Runs a write on what is selected; the words of success and failure are SPEC's alerts. */
  async function act(work: () => Promise<string>, failed: string): Promise<void> {
    setBusy(true);
    try {
      const done = await work();
      setSelected(new Set());
      await revalidate();
      window.alert(done);
    } catch (error) {
      window.alert(`${failed}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      setBusy(false);
    }
  }

  const chosen = rows.filter(({ filekey }) => selected.has(String(filekey)));
  const waiting = chosen.filter(({ pending }) => pending !== null);
  const session = useMemo(() => ({ isHelper, mayChange, select }), [isHelper, mayChange, select]);
  if (!isAuthenticated || !user) return null;
  return {
    ...session,
    selected,
    waiting: waiting.length,
    isBusy,
    async deleteSelected() {
      if (!window.confirm(`Are you sure you want to delete ${chosen.length} completion(s)?`)) return;
      await act(async () => {
        // By filekeys: several members may claim the same combination.
        await post(api.deleteSubmit(key), { entries: JSON.stringify([...selected]) });
        return `Successfully deleted ${label}.`;
      }, `Error deleting ${label}`);
    },
    async verifySelected() {
      const entries = waiting.map(({ filekey }) => String(filekey));
      if (!window.confirm(`Are you sure you want to verify ${entries.length} completion(s)?`)) return;
      await act(async () => {
        const done = await post<VerifiedAnswer>(api.verifyCompletions(), {
          entries: JSON.stringify(entries),
        });
        const said =
          `Successfully verified ${entries.length} ${label} completion(s). ${besides(done)}`.trim();
        const rivals = JSON.stringify(done.rivals.map(({ filekey }) => filekey));
        if (done.rivals.length === 0) return said;
        if (!window.confirm(`${said} Reject as verified meanwhile?`)) return said;
        await post(api.rejectCompletion(), { entries: rivals, reason: VERIFIED_MEANWHILE });
        return "Rejected as verified meanwhile.";
      }, `Error verifying ${label}`);
    },
  };
}
