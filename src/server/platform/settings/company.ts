import { type Company, companyOf } from '#contract/platform/company.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readSetting } from './settings.ts'

/** The particulars of the firm as they are now, with placeholders for what is not filled in. */
export const readCompany = async (db: Queryable): Promise<Company> => companyOf(await readSetting(db, 'company'))
