import { createContext, useContext, useState } from "react";

/** The id of the request that failed, while its page is rendered on the server; null if it did not fail there. */
export const RequestId = createContext<string | null>(null);

const AT = "request-id";

/** Says under which id the log has what happened. The browser finds it in the page that the server sent. */
export function RequestIdLine() {
  const given = useContext(RequestId);
  const [id] = useState(() =>
    import.meta.env.SSR ? given : (document.getElementById(AT)?.textContent ?? null),
  );
  if (id === null) return null;
  return (
    <p>
      If you tell a helper, please give the number of this request: <code id={AT}>{id}</code>
    </p>
  );
}
