"""
Trains the register head: from what the reading model sees of a row to digits, nothing new, or another sign of each step; and to what the row is: a register,
one on its head, or another line. Writes an ONNX file.
"""
import json
import sys

import numpy as np
import onnx
import torch
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(7)
WIDE, DEEP, KEPT, CLASSES, KINDS = 480, 120, 112, 12, 3  # Classes: nothing new, ten digits, any other sign. Kinds: as in faces.py.


def load(folder):
    steps = json.load(open(f"{folder}/seen.json"))
    told = json.load(open(f"{folder}/rows.json"))
    seen = np.fromfile(f"{folder}/seen.bin", np.float16).reshape(-1, WIDE + DEEP)
    ends = np.cumsum(steps)
    rows = []
    for (_, text, kind), count, end in zip(told, steps, ends):
        label = [11 if sign == "x" else 1 + int(sign) for sign in text]
        repeats = sum(a == b for a, b in zip(label, label[1:]))
        if count >= len(label) + repeats:
            rows.append((seen[end - count : end], label, text, kind))
    return rows


class Head(nn.Module):
    """Looks at some steps around each one."""

    def __init__(self):
        super().__init__()
        self.down = nn.Conv1d(WIDE + DEEP, KEPT, 1)
        self.near = nn.Conv1d(KEPT, KEPT, 5, padding=2)
        self.far = nn.Conv1d(KEPT, KEPT, 5, padding=2)
        self.out = nn.Conv1d(KEPT, CLASSES, 1)
        self.kind = nn.Sequential(nn.Linear(2 * KEPT, 48), nn.ReLU(), nn.Dropout(0.2), nn.Linear(48, KINDS))
        self.drop = nn.Dropout(0.2)

    def forward(self, seen, present):
        """From [rows, steps, channels], and 1 for each step that is there, to [rows, steps, classes] and [rows, kinds]."""
        x = torch.relu(self.down(self.drop(seen.transpose(1, 2))))
        x = x + torch.relu(self.near(x))
        x = x + torch.relu(self.far(self.drop(x)))
        mask = present.unsqueeze(1)
        mean = (x * mask).sum(2) / mask.sum(2)
        most = (x - 1000 * (1 - mask)).amax(2)
        return self.out(x).transpose(1, 2), self.kind(torch.cat([mean, most], 1))


def batches(rows, size, rng):
    order = sorted(rng.permutation(len(rows)), key=lambda i: len(rows[i][0]) // 4)
    groups = [order[i : i + size] for i in range(0, len(order), size)]
    rng.shuffle(groups)
    for group in groups:
        longest = max(len(rows[i][0]) for i in group)
        seen = np.zeros((len(group), longest, WIDE + DEEP), np.float32)
        present = np.zeros((len(group), longest), np.float32)
        for place, i in enumerate(group):
            seen[place, : len(rows[i][0])] = rows[i][0]
            present[place, : len(rows[i][0])] = 1
        yield (torch.from_numpy(seen), torch.from_numpy(present)), [rows[i] for i in group]


def greedy(logits):
    best = logits.argmax(-1).tolist()
    said = [k for k, before in zip(best, [0] + best) if k != before and k != 0]
    return "".join(str(k - 1) for k in said if k != 11)


def loss_on(logits, group):
    labels = torch.tensor([one for _, label, _, _ in group for one in label])
    lengths = torch.tensor([len(own) for own, _, _, _ in group]), torch.tensor([len(label) for _, label, _, _ in group])
    return nn.functional.ctc_loss(logits.log_softmax(-1).transpose(0, 1), labels, *lengths, zero_infinity=True)


def kind_loss(logits, group):
    return nn.functional.cross_entropy(logits, torch.tensor([kind for _, _, _, kind in group]))


HEATS = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0)


def tested(head, rows):
    """
    What is right of rows that nothing was learnt from, in percent: digits of registers, and kinds. And how unlikely the head holds what they are, for digits and
    kinds, at some temperatures.
    """
    head.eval()
    right, registers, kinds = 0, 0, np.zeros((KINDS, KINDS), int)
    losses, kind_losses = {heat: [] for heat in HEATS}, {heat: [] for heat in HEATS}
    with torch.no_grad():
        for (seen, present), group in batches(rows, 64, np.random.default_rng(1)):
            logits, kind_logits = head(seen, present)
            for heat in HEATS:
                losses[heat].append(loss_on(logits / heat, group).item())
                kind_losses[heat].append(kind_loss(kind_logits / heat, group).item())
            for one, said, (own, _, text, kind) in zip(logits, kind_logits, group):
                kinds[kind, said.argmax()] += 1
                registers += kind == 0
                right += kind == 0 and greedy(one[: len(own)]) == text.replace("x", "")
    head.train()
    mean = lambda all: {heat: float(np.mean(one)) for heat, one in all.items()}
    return 100 * right / registers, kinds, mean(losses), mean(kind_losses)


class Shipped(nn.Module):
    """As the service runs it: fed with the reading model's own tensors, as sure as it may be."""

    def __init__(self, head, heat, kind_heat):
        super().__init__()
        self.head, self.heat, self.kind_heat = head, heat, kind_heat

    def forward(self, wide, deep):
        said, kind = self.head(torch.cat([wide.squeeze(2).transpose(1, 2), deep], 2), torch.ones_like(deep[:, :, 0]))
        return torch.softmax(said / self.heat, -1), torch.softmax(kind / self.kind_heat, -1)


def main(out, epochs, held, *folders):
    rng = np.random.default_rng(3)
    rows = [row for folder in folders for row in load(folder)]
    test = load(held)
    head = Head()
    steps = int(epochs) * (len(rows) // 64 + 1)
    optimiser = torch.optim.AdamW(head.parameters(), lr=2e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=steps + 10)
    print(len(rows), "rows,", sum(one.numel() for one in head.parameters()), "weights")
    for epoch in range(int(epochs)):
        total = []
        for seen, group in batches(rows, 64, rng):
            logits, kinds = head(*seen)
            loss = loss_on(logits, group) + 0.5 * kind_loss(kinds, group)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(head.parameters(), 5)
            optimiser.step()
            schedule.step()
            total.append(loss.item())
        share, kinds, losses, kind_losses = tested(head, test)
        print(epoch, round(float(np.mean(total)), 4), "held out:", round(share, 1), "kinds", kinds.tolist(), round(min(losses.values()), 4), flush=True)
    heat, kind_heat = min(losses, key=losses.get), min(kind_losses, key=kind_losses.get)
    print("temperatures", heat, kind_heat, "kinds right", round(100 * kinds.trace() / kinds.sum(), 1))
    head.eval()
    torch.onnx.export(
        Shipped(head, heat, kind_heat).eval(), (torch.zeros(1, WIDE, 1, 40), torch.zeros(1, 40, DEEP)), out, opset_version=13, input_names=["wide", "deep"],
        output_names=["said", "kind"], dynamic_axes={"wide": {3: "steps"}, "deep": {1: "steps"}, "said": {1: "steps"}},
    )
    onnx.checker.check_model(onnx.load(out))


if __name__ == "__main__":
    main(*sys.argv[1:])
