"""Mails to customers: one for each order that was paid."""

import logging
import smtplib
from email.message import EmailMessage

log = logging.getLogger("mailer")

SENDER = "shop@example.test"

TEMPLATE = """Hello {name},

we have received your payment for order {order}. Your parcel leaves our house
within two days.
"""


def compose(order):
    """The mail for one order."""
    message = EmailMessage()
    message["From"] = SENDER
    message["To"] = order["email"]
    message["Subject"] = f"Your order {order['id']}"
    message.set_content(TEMPLATE.format(name=order["name"], order=order["id"]))
    return message


def send_confirmations(db, host="localhost"):
    """Sends what has not been sent, and notes what was."""
    rows = db.execute("SELECT * FROM orders WHERE paid AND NOT confirmed").fetchall()
    with smtplib.SMTP(host) as smtp:
        for order in rows:
            smtp.send_message(compose(order))
            log.info("sent %s", order["id"])
        db.execute("UPDATE orders SET confirmed = 1 WHERE paid AND NOT confirmed")
        db.commit()
