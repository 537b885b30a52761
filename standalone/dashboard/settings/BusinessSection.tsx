import { verifiedFactsText } from '../../../server/domain/receiver/businessTexts.ts';
import { useProgram } from '../../brand/program.ts';
import { useReceiver } from '../../session/receiver.ts';
import { PhoneNumber } from './PhoneNumber.tsx';
import { Facts, Lead, Section } from './Section.tsx';

const missing = 'Not given';

/** Shows what came from the verification, which nobody but support can have changed, and the phone number, which the merchant changes. */
export function BusinessSection() {
  const { support_email } = useProgram();
  const { business_name, ein, business_address, nature_of_business } = useReceiver().receiver;
  return (
    <Section id="business">
      <Facts>
        <dt>Legal name</dt>
        <dd>{business_name ?? missing}</dd>
        <dt>EIN or SSN</dt>
        <dd>{ein ?? missing}</dd>
        <dt>Address</dt>
        <dd>{business_address ?? missing}</dd>
        <dt>What it does</dt>
        <dd>{nature_of_business ?? missing}</dd>
      </Facts>
      <Lead>
        {verifiedFactsText[0]}
        <a href={`mailto:${support_email}`}>{support_email}</a>
        {verifiedFactsText[1]}
      </Lead>
      <PhoneNumber />
    </Section>
  );
}
