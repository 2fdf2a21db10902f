import { isRouteErrorResponse } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { IconName } from '../icon/icon.tsx'
import { refusalIn } from './refusal-page.ts'
import { State } from './state.tsx'

type Words = { icon: IconName; title: string; text: string }

const words: Record<number, Words> = {
  400: {
    icon: 'warning',
    title: 'That did not come through',
    text: 'Something in the request was not as we expect it. Go back and try again.',
  },
  403: {
    icon: 'lock',
    title: 'This page is not open to you',
    text: 'Your account may not see it here. If you think it should, ask the studio.',
  },
  404: {
    icon: 'compass',
    title: 'This page does not exist',
    text: 'The address may be mistyped, or what stood here is gone.',
  },
  405: {
    icon: 'warning',
    title: 'That did not come through',
    text: 'This address does not take what was sent. Go back and try again.',
  },
  410: {
    icon: 'clock',
    title: 'This is no longer here',
    text: 'It was here once and has been taken away for good.',
  },
  413: {
    icon: 'warning',
    title: 'That was too much at once',
    text: 'What was sent is larger than we take. Go back and send less.',
  },
  422: {
    icon: 'warning',
    title: 'We could not use that',
    text: 'Something in the form was not as we expect it. Go back and check it.',
  },
  429: { icon: 'clock', title: 'Too many tries', text: 'Wait a minute, then try again.' },
}

const refusal: Words = { icon: 'warning', title: 'That was not done', text: '' }

const failure: Words = {
  icon: 'warning',
  title: 'Something broke on our side',
  text:
    'Nothing of yours is lost. Try again in a minute. ' +
    'If it stays broken, tell us the number below.',
}

/** What happened, as a status: anything that was not thrown on purpose is a failure of ours. */
export function problemStatus(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500
}

/**
 * The sentence a guard or a page threw with its status; the router's own texts are for developers.
 */
function saidBy(error: unknown): string | null {
  if (!isRouteErrorResponse(error) || error.status >= 500 || typeof error.data !== 'string')
    return null
  return error.data && !error.data.startsWith('Error:') ? error.data : null
}

/** The title of the page that tells of `status`. */
export function problemTitle(status: number): string {
  return (words[status] ?? failure).title
}

/**
 * The page of an error: what happened, what to do, never a stack. `children` are the ways on. A
 * failure of ours names the request, so that it can be found in the log.
 */
export function Problem(props: { error: unknown; requestId?: string; children?: ReactNode }) {
  const { error, requestId, children } = props
  const status = problemStatus(error)
  const refused = isRouteErrorResponse(error) ? refusalIn(error.data) : null
  const { icon, title, text } = refused ? refusal : (words[status] ?? failure)
  return (
    <State icon={icon} title={title} page>
      <p data-refusal={refused?.refusal}>{refused?.message ?? saidBy(error) ?? text}</p>
      {refused && (
        <p>
          <a href={refused.back}>Go back</a>
        </p>
      )}
      {status >= 500 && requestId && (
        <p>
          Request <code>{requestId}</code>
        </p>
      )}
      {children && <p className="pair">{children}</p>}
    </State>
  )
}
