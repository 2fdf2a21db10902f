import { Form, Link } from '@remix-run/react'
import type { TaskWords } from '#app/domain/tasks/task-words.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

type StudioRef = { slug: string }

/** What is open: each leads to where it is done, and is done or given to someone from here. */
export function OpenTasks({ studio, tasks }: { studio: StudioRef; tasks: readonly TaskWords[] }) {
  return (
    <ul className="needs">
      {tasks.map((task) => (
        <li key={task.id}>
          <span className={task.overdue ? 'bad' : 'warn'}>
            <Icon name={task.overdue ? 'clock' : 'calendar'} />
          </span>
          <div>
            <p>
              <Link to={task.path}>{task.title}</Link>
            </p>
            <p>{task.note}</p>
            <p>{[task.due, task.holder].filter(Boolean).join('. ')}</p>
            <Form method="post" action={paths.manageTask(studio, task.id)} className="do">
              <button
                type="submit"
                className="button"
                name="act"
                value="done"
                aria-label={`Done: ${task.title}`}
              >
                Done
              </button>
              <Link to={paths.manageTask(studio, task.id)} aria-label={`Assign: ${task.title}`}>
                Assign
              </Link>
            </Form>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What was done today, and by whom; a wrong press can be taken back. */
export function DoneTasks({ studio, tasks }: { studio: StudioRef; tasks: readonly TaskWords[] }) {
  if (tasks.length === 0) return null
  return (
    <details className="earlier">
      <summary>
        <Icon name="next" /> Done today: {tasks.length}
      </summary>
      <ul className="needs">
        {tasks.map((task) => (
          <li key={task.id}>
            <span className="good">
              <Icon name="check" />
            </span>
            <div>
              <p>
                <Link to={paths.manageTask(studio, task.id)}>{task.title}</Link>
              </p>
              <p>{task.done}</p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
