import { writeToSupport } from '../../server/domain/basics/way.ts';
import { useProgram } from '../brand/program.ts';

/** Opens a letter to the program's support. */
export function SupportLink() {
  const { support_email } = useProgram();
  return <a href={`mailto:${support_email}`}>{writeToSupport}</a>;
}
