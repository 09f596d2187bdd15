/** Where a room's adapters say what an operator should know. Never given secrets or a question's text. */
export type Log = (message: string, details?: Record<string, unknown>) => void;
