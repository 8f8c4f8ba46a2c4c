import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { partsOfPage } from "./ui/components/part.tsx";
import { keepPageWhileOffline } from "./ui/offline.ts";
import { renewTextNodes } from "./ui/text-nodes.ts";

/** Where the tab keeps the address that it loaded again, so that an error that repeats is shown. */
const LOADED_AGAIN = "loaded-again";

/** Loads the page once more when it could not be rendered: mostly something else changed its elements. */
function loadAgain(): void {
  try {
    if (sessionStorage.getItem(LOADED_AGAIN) === location.href) return;
    sessionStorage.setItem(LOADED_AGAIN, location.href);
  } catch {
    // Without storage it would go on for ever.
    return;
  }
  location.reload();
}

keepPageWhileOffline();
renewTextNodes();
await partsOfPage();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* Only what was thrown while rendering has this information; what a loader threw, the server can repeat. */}
      <HydratedRouter onError={(_, { errorInfo }) => errorInfo && loadAgain()} />
    </StrictMode>,
    {
      onUncaughtError(error) {
        reportError(error);
        loadAgain();
      },
    },
  );
});
