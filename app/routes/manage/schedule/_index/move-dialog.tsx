import { Link, useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { MovePageData } from '#app/domain/scheduling/series/move-view.ts'
import { itemPath } from '#app/ui/schedule/item-path.ts'
import { MoveForm } from '#app/ui/schedule/move-form.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

/**
 * The form of a move over the calendar, filled in with where something was let go. Leaving it
 * changes nothing.
 */
export function MoveDialog({ path, onLeave }: { path: string; onLeave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { data, load, state } = useFetcher<{
    rules: FormRules
    studio: { slug: string }
    move: MovePageData
  }>()
  useEffect(() => {
    dialog.current?.showModal()
    load(path)
  }, [path, load])
  const close = () => dialog.current?.close()
  return (
    <dialog className="move-dialog" ref={dialog} onClose={onLeave} aria-labelledby="move-title">
      <h2 id="move-title">{data ? `Move ${data.move.title}` : 'Move'}</h2>
      {!data && (
        <p aria-live="polite">
          {state === 'idle' ? 'We couldn’t check this. Try again.' : 'Checking that time.'}
        </p>
      )}
      {data && !data.move.refused && (
        <MoveForm
          data={data.move}
          rules={data.rules}
          leave={
            <button type="button" className="button quiet" onClick={close}>
              Don’t move
            </button>
          }
        />
      )}
      {data?.move.refused && (
        <>
          <p data-refusal={data.move.refusal}>{data.move.refused}</p>
          <Link className="button" to={itemPath(data.studio, data.move.item)}>
            Open it
          </Link>
        </>
      )}
      {(!data || data.move.refused) && (
        <button type="button" className="button quiet" onClick={close}>
          Close
        </button>
      )}
    </dialog>
  )
}
