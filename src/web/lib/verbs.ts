import { currentLanguage, t } from './language.ts'

/** “Run” on a button. English has one word for the verb and the noun, which `t('Run')` says; Hindi has two. */
export const runVerb = (): string => (currentLanguage() === 'en' ? 'Run' : t('Run (verb)'))
