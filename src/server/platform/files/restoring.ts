/** Name of a file in a data folder that is being restored into: nothing starts there until it is gone. */
export const RESTORING = 'restoring'
