// English words of invoices that go out on paper.
export const paper = {
  title: 'On paper',
  pageTitle: 'Invoices on paper',
  lead: 'Invoices that e-mail takes to nobody. Print them, put them into the letter boxes, and note that they were handed over: then they are sent.',
  none: 'No invoice waits to be handed over on paper.',
  for: 'For',
  why: 'Why on paper',
  reasons: {
    nobody_receives: 'Nobody receives invoices there',
    no_address: 'No e-mail address',
    failed: 'The e-mail failed',
  },
  print: 'PDF',
  printOf: (number: string) => `PDF of ${number}`,
  printAll: (count: number) => (count === 1 ? 'Print it' : `Print all ${count}`),
  printPart: (from: number, to: number) => `Print ${from}–${to}`,
  handOver: 'Handed over',
  handOverOf: (number: string) => `Handed over: ${number}`,
  handOverAll: (count: number) => (count === 1 ? '1 invoice was handed over' : `All ${count} were handed over`),
  handOverLead: 'What was handed over counts as sent. It cannot be taken back.',
  done: (count: number) => (count === 1 ? '1 invoice is sent.' : `${count} invoices are sent.`),
  progress: 'Noting that they were handed over',
};
