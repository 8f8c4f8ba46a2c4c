import { lazy, Suspense } from "react";
import { useSignIn } from "../sign-in/state.ts";

const FirstStepsCard = lazy(() => import("./FirstStepsCard.tsx"));

/** What is to be done on a new site, for its administrators. Nobody else loads it. */
export function FirstSteps() {
  const { user } = useSignIn();
  if (!user?.isAdministrator) return null;
  return (
    <Suspense>
      <FirstStepsCard />
    </Suspense>
  );
}
