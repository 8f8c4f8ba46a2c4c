import { parentPort, workerData } from "node:worker_threads";
import { findDamage } from "./sqlite-file.ts";

parentPort?.postMessage(findDamage(String(workerData)));
