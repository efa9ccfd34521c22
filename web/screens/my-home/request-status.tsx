// The status of a resident's request, and whether the manager has answered.
import { Badge } from '@mantine/core';
import { useLanguage } from '../../words/language.tsx';
import { AnswerBadge, isAnswered, type OwnRequestBody } from './new-answers.tsx';

export function RequestStatus({ request }: { readonly request: Pick<OwnRequestBody, 'status' | 'answeredAt'> }) {
  const { t } = useLanguage();
  const { status } = request;
  const answered = isAnswered(request);
  return (
    <>
      {answered && <AnswerBadge />}
      {!(answered && status === 'new') && (
        <Badge variant="light" color={status === 'resolved' || status === 'closed' ? 'pine' : 'gray'}>
          {t.residentRequests.statuses[status]}
        </Badge>
      )}
    </>
  );
}
