import type { Handlers } from '#server/platform/http/handlers.ts'
import type { Categories } from './categories.ts'

type Names = 'listCategories' | 'getCategory' | 'getCategorySummary'

export const categoryHandlers = ({ categories }: { categories: Categories }): Pick<Handlers, Names> => ({
  listCategories: ({ query }) => categories.list(query),
  getCategory: ({ params }) => categories.get(params.id),
  getCategorySummary: () => categories.summary(),
})
