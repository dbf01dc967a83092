/** The particulars of the firm: the server writes what is filled in into the page's `company` meta element. */
import { type Company, type CompanyForPages, companyOf, forPages } from '#contract/platform/company.ts'

const isDrawing = typeof document === 'undefined'

/** They stand for the particulars in pages drawn without a browser; the server puts the particulars in their place. */
export const COMPANY_MARKS = Object.fromEntries(
  Object.keys(forPages(companyOf({}))).map((name) => [name, `__COMPANY_${name.toUpperCase()}__`]),
) as unknown as CompanyForPages

function readFilled(): Partial<Company> {
  if (isDrawing) return {}
  const content = document.querySelector<HTMLMetaElement>('meta[name="company"]')?.content
  return content ? (JSON.parse(content) as Partial<Company>) : {}
}

/** What the operator has filled in; nothing of it is known while a page is drawn. */
export const filledIn: Partial<Company> = readFilled()

export const company: CompanyForPages = isDrawing ? COMPANY_MARKS : forPages(companyOf(filledIn))
