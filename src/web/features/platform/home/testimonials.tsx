import { t } from '#web/lib/language.ts'
import type { Testimonial } from './claims.ts'
import { Section } from './section.tsx'

/** What a clinic and a law firm say. */
export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  return (
    <Section id="testimonials" title={t('What professionals say')}>
      <ul className="grid gap-4 md:grid-cols-2">
        {testimonials.map(({ quote, name, title, initials }) => (
          <li key={name} className="flex">
            <figure className="flex grow flex-col gap-4 surface-card p-5 sm:p-6">
              <blockquote className="grow text-lg">
                <p>“{quote}”</p>
              </blockquote>
              <figcaption className="flex items-center gap-3">
                <span
                  aria-hidden="true"
                  className="grid size-10 shrink-0 place-items-center rounded-full bg-indigo-soft font-semibold text-indigo"
                >
                  {initials}
                </span>
                <span className="grid">
                  <span className="font-medium">{name}</span>
                  <span className="text-muted text-xs">{title}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
