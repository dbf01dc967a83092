import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type DataName, type DataOf, type InputOf } from './call.ts'

interface ActionOptions<N extends DataName> {
  /** Endpoints whose data is out of date afterwards. */
  refreshes?: readonly DataName[]
  onSuccess?: (data: DataOf<N>) => void
}

/** An action: `const run = useCall('executeWorkflow', { refreshes: ['listExecutions'] })`, then `run.mutate(input)`. */
export function useCall<N extends DataName>(name: N, { refreshes = [], onSuccess }: ActionOptions<N> = {}) {
  const cache = useQueryClient()
  return useMutation<DataOf<N>, Error, InputOf<N>>({
    mutationKey: [name],
    mutationFn: (input) => call(name, input),
    onSuccess: async (data) => {
      await Promise.all(refreshes.map((stale) => cache.invalidateQueries({ queryKey: [stale] })))
      onSuccess?.(data)
    },
  })
}
