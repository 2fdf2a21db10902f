export { loader } from '../courses/$course.people[.]csv.ts'
