/** The brand of an installation that changed nothing. */
import type { Brand } from '#contract/platform/brand.ts'

export const TEST_BRAND: Brand = { name: 'Chowk', accent: null, logo: null }
export const readTestBrand = (): Brand => TEST_BRAND
export const testMailBrand = async () => ({ name: 'Chowk', accent: null, logo: null })
