import { Suspense } from "react";
import { later } from "../components/later.ts";
import { useSignIn } from "../sign-in/state.ts";

const FirstStepsCard = later(async () => (await import("./FirstStepsCard.tsx")).FirstStepsCard);

/** Shows the administrators of a new site what is left to do. Nobody else loads it. */
export function FirstSteps() {
  const { user } = useSignIn();
  if (!user?.isAdministrator) return null;
  return (
    <Suspense>
      <FirstStepsCard />
    </Suspense>
  );
}
