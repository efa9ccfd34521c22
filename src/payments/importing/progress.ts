// How far an import is, for people who wait.

/** What an import says of itself, as often as it likes: lines of the file that were read, and those that were decided. Throws when a person has cancelled it. */
export type ReportProgress = (figures: { readonly linesRead?: number; readonly linesDecided?: number }) => void;

/** For an import that nobody watches. */
export const noProgress: ReportProgress = () => {};
