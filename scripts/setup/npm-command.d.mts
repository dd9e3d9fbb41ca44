export function npmCommand(): [program: string, words: string[]]
