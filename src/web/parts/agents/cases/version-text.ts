/** A version of a workflow in words: below zero for a draft that only chats and tests have run. */
export const promptVersionText = (version: number): string => (version < 0 ? `Draft ${-version}` : `Version ${version}`)
