/** Categories of the marketplace. */
import { z } from 'zod'
import { anyone } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Slug } from '#contract/core/primitives.ts'

export const Category = z.object({
  id: z.uuid(),
  slug: Slug,
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  /** Published agents in it. */
  agents: z.number().int(),
})
export type Category = z.infer<typeof Category>

export const CategorySummary = z.object({
  categories: z.number().int(),
  agents: z.number().int(),
  runs: z.number().int(),
  by_category: z.array(z.object({ slug: Slug, name: z.string(), agents: z.number().int(), runs: z.number().int() })),
})
export type CategorySummary = z.infer<typeof CategorySummary>

export const categoryEndpoints = {
  listCategories: endpoint({
    method: 'GET',
    path: '/api/v1/categories',
    access: anyone,
    query: z.object(listQuery(50)),
    returns: listOf(Category),
  }),
  getCategory: endpoint({
    method: 'GET',
    path: '/api/v1/categories/{id}',
    access: anyone,
    params: z.object({ id: z.union([z.uuid(), Slug]) }),
    returns: Category,
    errors: ['not_found'],
  }),
  getCategorySummary: endpoint({
    method: 'GET',
    path: '/api/v1/categories/stats/summary',
    access: anyone,
    returns: CategorySummary,
  }),
}
