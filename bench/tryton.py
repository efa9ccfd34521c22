# Creates and posts invoices with Tryton, through its own client library, and prints the seconds of each part.
# Arguments: the database, in which the module account_invoice is active; the number of invoices; the lines of each; the configuration file.
import datetime
import decimal
import sys
import time

from proteus import Model, Wizard, config

database, invoices, lines = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
config.set_trytond(database, config_file=sys.argv[4])

# A company, a chart of accounts and a year, as in Tryton's own scenario for invoices.

Currency = Model.get('currency.currency')
currency = Currency(name='Euro', symbol='€', code='EUR', rounding=decimal.Decimal('0.01'))
currency.rates.new(date=datetime.date(2000, 1, 1), rate=decimal.Decimal(1))
currency.save()
Party = Model.get('party.party')
own = Party(name='Bench')
own.save()
wizard = Wizard('company.company.config')
wizard.execute('company')
wizard.form.party = own
wizard.form.currency = currency
wizard.execute('add')
Company = Model.get('company.company')
company, = Company.find([])
User = Model.get('res.user')
config.get_config()._context = User.get_preferences(True, {})

template, = Model.get('account.account.template').find([('parent', '=', None), ('name', 'like', 'Minimal%')], limit=1)
wizard = Wizard('account.create_chart')
wizard.execute('account')
wizard.form.account_template = template
wizard.form.company = company
wizard.execute('create_account')
Account = Model.get('account.account')
receivable, = Account.find([('type.receivable', '=', True), ('company', '=', company.id)], limit=1)
payable, = Account.find([('type.payable', '=', True), ('company', '=', company.id)], limit=1)
revenue, = Account.find([('type.revenue', '=', True), ('company', '=', company.id)], limit=1)
wizard.form.account_receivable = receivable
wizard.form.account_payable = payable
wizard.execute('create_properties')

Sequence, Strict = Model.get('ir.sequence'), Model.get('ir.sequence.strict')
Type = Model.get('ir.sequence.type')
move_type, = Type.find([('name', '=', 'Account Move')])
invoice_type, = Type.find([('name', '=', 'Invoice')])
move_sequence = Sequence(name='Moves', sequence_type=move_type, company=company)
move_sequence.save()
numbers = Strict(name='Invoices', sequence_type=invoice_type, company=company)
numbers.save()
year = Model.get('account.fiscalyear')(name='Year', company=company)
this_year = datetime.date.today().year
year.start_date, year.end_date = datetime.date(this_year, 1, 1), datetime.date(this_year, 12, 31)
year.post_move_sequence = move_sequence
sequence = year.invoice_sequences[0]
for kind in ('out_invoice', 'in_invoice', 'out_credit_note', 'in_credit_note'):
    setattr(sequence, kind + '_sequence', numbers)
year.save()
year.click('create_period')

parties = [Party(name='Apartment %d' % nth) for nth in range(1, invoices + 1)]
for party in parties:
    party.save()
term = Model.get('account.invoice.payment_term')(name='Two weeks')
delta = term.lines.new(type='remainder')
delta.relativedeltas.new(days=14)
term.save()

today = datetime.date.today()
Invoice = Model.get('account.invoice')
began = time.monotonic()
made = []
for party in parties:
    invoice = Invoice(type='out', party=party, payment_term=term, invoice_date=today)
    for nth in range(lines):
        line = invoice.lines.new(account=revenue, description='Charge %d' % nth, quantity=1)
        line.unit_price = decimal.Decimal('12.34')
    invoice.save()
    made.append(invoice)
created = time.monotonic()
Invoice.click(made, 'post')
posted = time.monotonic()
states = Invoice.find([('state', '=', 'posted')])
if len(states) != invoices:
    raise SystemExit('%d invoices were posted, not %d' % (len(states), invoices))
print('{"created": %.2f, "posted": %.2f}' % (created - began, posted - created))
