/** Values of backups that pages use too. */

/** How many the list shows. */
export const BACKUPS_SHOWN = 20

export const BACKUP_STATUSES = ['waiting', 'running', 'succeeded', 'failed'] as const
