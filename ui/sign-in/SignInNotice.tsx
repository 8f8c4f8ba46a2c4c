import { Alert, Button, Group, Text } from "@mantine/core";
import { useSignIn } from "./state.ts";

/** What went wrong with signing in, on whatever page one is, with a way on. */
export function SignInNotice() {
  const { error, signIn, dismiss } = useSignIn();
  if (!error) return null;
  return (
    <Alert color="coral" title="Signing in did not work" role="alert" mb="md">
      <Text size="sm" mb="sm">
        {error.text}
      </Text>
      <Group gap="xs">
        {error.retry && (
          <Button size="xs" onClick={() => void signIn({ returnTo: whereToReturn() })}>
            Try again
          </Button>
        )}
        <Button size="xs" variant="default" onClick={dismiss}>
          Close
        </Button>
      </Group>
    </Alert>
  );
}

/** Not to the address of a login that failed. */
function whereToReturn(): string {
  const { pathname, search } = window.location;
  return pathname === "/login-redirect" || pathname === "/login" ? "/" : pathname + search;
}
