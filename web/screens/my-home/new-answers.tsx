// Answers to a resident's requests that were not opened in this browser yet, on their first page.
import { Badge } from '@mantine/core';
import type { ConsoleBody } from '../../api/bodies.ts';
import { usePerson } from '../../api/person.ts';
import { Card } from '../../parts/card.tsx';
import { useLanguage } from '../../words/language.tsx';
import { RequestLine } from './request-line.tsx';

export type OwnRequestBody = ConsoleBody<'/maintenance-requests'>['data'][number];
type Answered = Pick<OwnRequestBody, 'id' | 'answeredAt'>;

/** Whether what is still open was answered; a later status says more. */
export function isAnswered({ status, answeredAt }: Pick<OwnRequestBody, 'status' | 'answeredAt'>): boolean {
  return answeredAt !== null && (status === 'new' || status === 'in_progress');
}

export function AnswerBadge() {
  return (
    <Badge variant="light" color="pine">
      {useLanguage().t.residentHome.answered}
    </Badge>
  );
}

const storageKey = ({ id }: Answered) => `haldur-answer ${id}`;

/** Remembers that the person has opened a request with this answer. */
export function rememberAnswer(request: Answered): void {
  if (request.answeredAt !== null) localStorage.setItem(storageKey(request), request.answeredAt);
}

export function NewAnswers() {
  const { t, format } = useLanguage();
  const unopened = usePerson().answeredRequests.filter(
    (request) => localStorage.getItem(storageKey(request)) !== request.answeredAt,
  );
  if (unopened.length === 0) return null;
  return (
    <Card title={t.residentHome.news} flush>
      {unopened.map((request) => (
        <RequestLine key={request.id} request={request} at={format.instant(request.answeredAt)}>
          <AnswerBadge />
        </RequestLine>
      ))}
    </Card>
  );
}
