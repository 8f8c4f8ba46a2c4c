import { Button, Group } from "@mantine/core";
import type { Selection } from "./use-selection.ts";

/** What to do with the selected rows. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const { selected, waiting, isHelper, isBusy, deleteSelected, verifySelected } = selection;
  return (
    <Group gap="sm" my="sm">
      <Button
        variant="default"
        disabled={selected.size === 0}
        loading={isBusy}
        onClick={() => void deleteSelected()}
      >
        Delete Selected
      </Button>
      {isHelper && (
        <Button
          variant="default"
          disabled={waiting === 0}
          loading={isBusy}
          onClick={() => void verifySelected()}
        >
          Verify Selected
        </Button>
      )}
    </Group>
  );
}
