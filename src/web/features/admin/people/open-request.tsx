import { useState } from 'react'
import type { RoleRequest } from '#contract/accounts/role-requests.ts'
import type { Person } from '#contract/admin/people.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { DecideRequest, type Deciding } from './decide-request.tsx'

/** The role that the person asks for, with the two answers. */
export function OpenRequest({ person, request }: { person: Person; request: RoleRequest }) {
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const reason = person.abilities.decide.reason ?? undefined
  const decide = (approve: boolean) => setDeciding({ user: person, request, approve })
  return (
    <Card as="section" aria-label="Role request" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-medium">
          Requests the role {roleName(request.role)}, <RelativeTime time={request.created_at} />
        </p>
        <div className="flex gap-2">
          <Button reason={reason} onClick={() => decide(false)}>
            Reject
          </Button>
          <Button variant="primary" reason={reason} onClick={() => decide(true)}>
            Approve
          </Button>
        </div>
      </div>
      <PlainText text={request.reason} className="[unicode-bidi:plaintext]" />
      {deciding && <DecideRequest deciding={deciding} onClose={() => setDeciding(null)} />}
    </Card>
  )
}
