import { Form, type FormProps } from '@remix-run/react'
import { pathFor } from '#app/paths/path-for.ts'
import { useFamily } from './chosen.ts'

/**
 * A form that may be about a child: its action says for whom, so that it does what the page said
 * when it was shown, whatever another tab has chosen since.
 */
export function WhoForm({ action, ...props }: FormProps & { action: string }) {
  const family = useFamily()
  return <Form {...props} action={family ? pathFor(action, family.chosen) : action} />
}
