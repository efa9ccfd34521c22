"""Trains the register head: from what the reading model sees of a row to digits, nothing new, or another sign. Writes head.onnx."""
import json
import sys

import numpy as np
import onnx
import torch
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(7)
WIDE, DEEP, KEPT, CLASSES = 480, 120, 112, 12  # Classes: nothing new, ten digits, any other sign.


def load(folder):
    steps = json.load(open(f"{folder}/seen.json"))
    told = json.load(open(f"{folder}/rows.json"))
    seen = np.fromfile(f"{folder}/seen.bin", np.float16).reshape(-1, WIDE + DEEP)
    ends = np.cumsum(steps)
    rows = []
    for (_, text), count, end in zip(told, steps, ends):
        label = [11 if sign == "x" else 1 + int(sign) for sign in text]
        repeats = sum(a == b for a, b in zip(label, label[1:]))
        if count >= len(label) + repeats:
            rows.append((seen[end - count : end], label, text))
    return rows


class Head(nn.Module):
    """Looks at some steps around each one."""

    def __init__(self):
        super().__init__()
        self.down = nn.Conv1d(WIDE + DEEP, KEPT, 1)
        self.near = nn.Conv1d(KEPT, KEPT, 5, padding=2)
        self.far = nn.Conv1d(KEPT, KEPT, 5, padding=2)
        self.out = nn.Conv1d(KEPT, CLASSES, 1)
        self.drop = nn.Dropout(0.2)

    def forward(self, seen):
        """From [rows, steps, channels] to [rows, steps, classes]."""
        x = torch.relu(self.down(self.drop(seen.transpose(1, 2))))
        x = x + torch.relu(self.near(x))
        x = x + torch.relu(self.far(self.drop(x)))
        return self.out(x).transpose(1, 2)


def batches(rows, size, rng):
    order = sorted(rng.permutation(len(rows)), key=lambda i: len(rows[i][0]) // 4)
    groups = [order[i : i + size] for i in range(0, len(order), size)]
    rng.shuffle(groups)
    for group in groups:
        longest = max(len(rows[i][0]) for i in group)
        seen = np.zeros((len(group), longest, WIDE + DEEP), np.float32)
        for place, i in enumerate(group):
            seen[place, : len(rows[i][0])] = rows[i][0]
        yield torch.from_numpy(seen), [rows[i] for i in group]


def greedy(logits):
    best = logits.argmax(-1).tolist()
    said = [k for k, before in zip(best, [0] + best) if k != before and k != 0]
    return "".join(str(k - 1) for k in said if k != 11)


def loss_on(logits, group):
    labels = torch.tensor([one for _, label, _ in group for one in label])
    lengths = torch.tensor([len(own) for own, _, _ in group]), torch.tensor([len(label) for _, label, _ in group])
    return nn.functional.ctc_loss(logits.log_softmax(-1).transpose(0, 1), labels, *lengths, zero_infinity=True)


def tested(head, rows):
    """What is right of rows that nothing was learnt from, in percent, and how unlikely the head holds what they say, at some temperatures."""
    head.eval()
    count, losses = 0, {heat: [] for heat in (1.0, 1.15, 1.3, 1.5, 1.75, 2.0)}
    with torch.no_grad():
        for seen, group in batches(rows, 64, np.random.default_rng(1)):
            logits = head(seen)
            for heat in losses:
                losses[heat].append(loss_on(logits / heat, group).item())
            for one, (own, _, text) in zip(logits, group):
                count += greedy(one[: len(own)]) == text.replace("x", "")
    head.train()
    return 100 * count / len(rows), {heat: float(np.mean(one)) for heat, one in losses.items()}


class Shipped(nn.Module):
    """As the service runs it: fed with the reading model's own tensors, as sure as it may be."""

    def __init__(self, head, heat):
        super().__init__()
        self.head, self.heat = head, heat

    def forward(self, wide, deep):
        return torch.softmax(self.head(torch.cat([wide.squeeze(2).transpose(1, 2), deep], 2)) / self.heat, -1)


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
            loss = loss_on(head(seen), group)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(head.parameters(), 5)
            optimiser.step()
            schedule.step()
            total.append(loss.item())
        share, losses = tested(head, test)
        print(epoch, round(float(np.mean(total)), 4), "held out:", round(share, 1), {k: round(v, 4) for k, v in losses.items()}, flush=True)
    heat = min(losses, key=losses.get)
    print("temperature", heat)
    head.eval()
    torch.onnx.export(
        Shipped(head, heat).eval(), (torch.zeros(1, WIDE, 1, 40), torch.zeros(1, 40, DEEP)), out, opset_version=13, input_names=["wide", "deep"],
        output_names=["said"], dynamic_axes={"wide": {3: "steps"}, "deep": {1: "steps"}, "said": {1: "steps"}},
    )
    onnx.checker.check_model(onnx.load(out))


if __name__ == "__main__":
    main(*sys.argv[1:])
