// A thread that takes a backup: reading databases and media through holds up nobody here.

import { parentPort, workerData } from "node:worker_threads";
import { linesOf } from "./command.ts";
import { type Order, takeWhenDue } from "./schedule.ts";

const taken = await takeWhenDue(workerData as Order, new Date());
parentPort?.postMessage(taken === null ? [] : linesOf(taken));
