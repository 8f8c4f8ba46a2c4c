import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A mail as received. */
export interface Arrived {
  readonly to: string;
  readonly subject: string;
  /** The addresses of its List-Unsubscribe, and what its List-Unsubscribe-Post says. */
  readonly unsubscribe: string;
  readonly oneClick: string;
  readonly text: string;
  /** Its headers as they were sent. */
  readonly head: string;
}

/** Starts a loopback SMTP server with the few commands that a mail takes, in place of a real mail server. */
export async function startMailServer() {
  const arrived: Arrived[] = [];
  /** The addresses for which it takes no mail. */
  const refused = new Set<string>();
  const server = createServer((socket) => speak(socket, refused, (mail) => arrived.push(mail)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, arrived, refused, stop: () => server.close() };
}

function speak(socket: Socket, refused: ReadonlySet<string>, take: (mail: Arrived) => void): void {
  let received = "";
  let to = "";
  let inMail = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const answer = (line: string): void => {
    const [command = ""] = line.toUpperCase().split(/[ :]/, 1);
    if (command === "RCPT") to = /<(.*)>/.exec(line)?.[1] ?? "";
    inMail = command === "DATA";
    if (inMail) say("354 go on");
    else if (command === "RCPT" && refused.has(to)) say("550 no such mailbox");
    else if (command === "QUIT") socket.end("221 bye\r\n");
    else say("250 ok");
  };
  say("220 mail.test ESMTP");
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    received += chunk;
    for (;;) {
      const end = received.indexOf(inMail ? "\r\n.\r\n" : "\r\n");
      if (end === -1) return;
      const whole = received.slice(0, end);
      received = received.slice(end + (inMail ? 5 : 2));
      if (inMail) {
        inMail = false;
        take({ to, ...read(whole) });
        say("250 taken");
      } else answer(whole);
    }
  });
}

/** Reads the subject and the text of a plain-text mail. */
function read(source: string): Omit<Arrived, "to"> {
  const [head = "", ...rest] = source.split("\r\n\r\n");
  const header = (name: string): string =>
    new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, "im")
      .exec(head)?.[1]
      ?.replace(/\r\n[ \t]/g, " ")
      .trim() ?? "";
  const body = rest.join("\r\n\r\n");
  const isQuoted = header("content-transfer-encoding") === "quoted-printable";
  const text = isQuoted
    ? body
        .replace(/=\r\n/g, "")
        .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
  const [unsubscribe, oneClick] = [header("list-unsubscribe"), header("list-unsubscribe-post")];
  return { subject: header("subject"), unsubscribe, oneClick, text, head };
}
