/** Tells whether a sentence about the product holds; what was seen stands behind it. */
export type Tell = (sentence: string, holds: boolean, seen?: string) => void

/** Something that has to hold and takes too long, or kills too much, for the tests. */
export type Proof = { shows: string; run(tell: Tell): Promise<void> }
