import { Suspense } from "react";
import { later } from "../components/later.ts";
import { useSignIn } from "../sign-in/state.ts";

const FirstStepsCard = later(async () => (await import("./FirstStepsCard.tsx")).FirstStepsCard);

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
