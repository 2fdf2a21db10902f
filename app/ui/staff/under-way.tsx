import { Form, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * How far long work is. It follows on its own where scripts run; elsewhere the button goes on and
 * shows how far it is. `path` takes the button's post; null shows none. `did` says what is being
 * counted: `cancelled`.
 */
export function UnderWay(props: {
  done: number
  total: number
  path: string | null
  did?: string
}) {
  const { done, total, path, did = 'done' } = props
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(revalidate, 800)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <div>
      <label htmlFor="progress">
        {done.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')} {did}
      </label>
      <br />
      <progress id="progress" max={Math.max(1, total)} value={done} />
      <p className="muted">You can leave this page. It continues by itself within a minute.</p>
      {path && (
        <Form method="post" action={path}>
          <button type="submit" className="button">
            Continue
          </button>
        </Form>
      )}
    </div>
  )
}
