import { t } from '#web/lib/language.ts'
/** A version of a workflow in words: below zero for a draft that only chats and tests have run. */
export const promptVersionText = (version: number): string =>
  version < 0 ? t('Draft {number}', { number: -version }) : t('Version {number}', { number: version })
