/** Reports how far a step has come, in whatever it counts; `what` names that where it means something to people. */
export type Progress = (step: string, done: number, total: number, what?: string) => void;
