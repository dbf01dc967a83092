import type { ReactNode } from 'react'

/** What is said below a choice: what is wrong with what was chosen. */
export const PickedProblem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="text-bad text-base">
    {children}
  </p>
)
