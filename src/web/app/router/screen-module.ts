import type { ComponentType } from 'react'

export interface ScreenArgs {
  params: Readonly<Record<string, string | undefined>>
  url: URL
}

/** What a screen file exports. The loader prefetches; it may run before the page is opened, so it only reads. */
export interface ScreenModule {
  Component: ComponentType
  loader?: (args: ScreenArgs) => unknown
}
