import { useCallback, useEffect, useRef, useState } from "react";
import { problem, say } from "../../../messages/index.ts";

/** What the server answered to a form. */
export interface UploadAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Upload {
  /** How much is sent, 0 to 1; null while nothing is under way. */
  readonly progress: number | null;
  /** Sends a form; answers null when it was cancelled. Throws Error in words when the network drops. */
  send(path: string, form: FormData, token: string): Promise<UploadAnswer | null>;
  cancel(): void;
}

/** Sends forms with their progress, which fetch cannot tell. */
export function useUpload(): Upload {
  const [progress, setProgress] = useState<number | null>(null);
  const request = useRef<XMLHttpRequest | null>(null);
  useEffect(() => () => request.current?.abort(), []);

  const send = useCallback((path: string, form: FormData, token: string) => {
    const sent = new XMLHttpRequest();
    request.current = sent;
    setProgress(0);
    return new Promise<UploadAnswer | null>((resolve, reject) => {
      sent.upload.onprogress = ({ loaded, total, lengthComputable }) =>
        setProgress(lengthComputable ? loaded / total : 0);
      sent.onload = () => resolve({ status: sent.status, body: parse(sent.responseText) });
      sent.onabort = () => resolve(null);
      sent.onerror = () => reject(new Error(say(problem("site-unreachable-form"))));
      sent.open("POST", path);
      sent.setRequestHeader("Authorization", `Bearer ${token}`);
      sent.send(form);
    }).finally(() => setProgress(null));
  }, []);
  const cancel = useCallback(() => request.current?.abort(), []);
  return { progress, send, cancel };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
