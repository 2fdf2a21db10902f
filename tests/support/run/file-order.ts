import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Long files first, short ones last, so that no process waits for another at the end. */
const order = ['journeys', 'worker', 'domain', 'long']

/**
 * The longest of each project, which their length does not show where no run was before. The first
 * plays the demo world that most journeys wait for; those behind it need none, and keep the other
 * processes at work meanwhile.
 */
const first = [
  'journeys/accessibility',
  ...['journeys/gallery', 'journeys/desk-forms', 'journeys/desk-keyboard', 'journeys/desk-people'],
  ...['journeys/desk-sections', 'journeys/event-form', 'journeys/large-text'],
  ...['http/studio-walls', 'http/walls', 'http/budgets/growth', 'http/live-forms', 'http/start'],
  ...['tests/jobs-twice', 'operate/operate', 'tests/faults', 'sign-in-under-attack.server'],
]

/**
 * Files of one project after the other: a process that keeps its modules takes the next file of the
 * same project only.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => order.indexOf(project.name)
    const turn = ({ moduleId }: TestSpecification) => {
      const at = first.findIndex((name) => moduleId.includes(`/${name}.test.`))
      return at < 0 ? first.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b) || turn(a) - turn(b))
  }
}
